from django.apps import AppConfig


class WaggleSiteConfig(AppConfig):
    name = "waggle_site"
    verbose_name = "Waggle"
