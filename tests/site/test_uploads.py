from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from memory import limits


def sent(size):
    file = SimpleUploadedFile("a.jsonl", b"x" * size)
    return RequestFactory().post("/", {"before": "1", "file": file, "after": "2"})


def test_a_file_of_the_largest_size_comes_through_whole():
    with sent(limits.UPLOAD_BYTES).FILES["file"] as file:
        assert file.size == limits.UPLOAD_BYTES


def test_of_a_larger_one_nothing_is_kept_and_the_rest_of_the_form_is():
    request = sent(limits.UPLOAD_BYTES + 1)

    assert "file" not in request.FILES
    assert (request.POST["before"], request.POST["after"]) == ("1", "2")
