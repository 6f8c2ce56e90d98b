.PHONY: run test setup lint bench screenshots clean

run test setup lint bench screenshots:
	@exec python3 waggle_site/bootstrap.py $@

clean:
	rm -rf .venv var
