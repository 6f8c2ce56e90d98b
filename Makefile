.PHONY: run test setup lint bench clean

run test setup lint bench:
	@exec python3 waggle_site/bootstrap.py $@

clean:
	rm -rf .venv var
