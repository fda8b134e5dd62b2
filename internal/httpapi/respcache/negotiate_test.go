package respcache

import "testing"

func TestAcceptedPicksTheSmallestTheCallerTakes(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"": "", "gzip": "gzip", "br": "br", "gzip, deflate, br": "br", "GZIP": "gzip", "Br": "br", "identity": "", "deflate": "", "zstd": "",
		"br;q=0": "", "br;q=0.0, gzip": "gzip", "br ; q=0 , gzip ; q=0.5": "gzip", "gzip;q=1.0, br;q=0.1": "br", "gzip;q=0": "",
		"gzip;q=x": "", "bro, gzipped": "", ",,,": "", ";;;": "", "br;level=5": "br",
	} {
		if got := accepted(header); got != want {
			t.Errorf("%q: %q instead of %q", header, got, want)
		}
	}
}

func TestMatchesComparesTagsWeakly(t *testing.T) {
	t.Parallel()
	const etag = `"abc"`
	for header, want := range map[string]bool{
		`"abc"`: true, `W/"abc"`: true, `"x", "abc"`: true, `"x","y" , W/"abc"`: true, "*": true,
		`"ab"`: false, `abc`: false, `"abcd"`: false, "": false, `"x"`: false, `w/"abc"`: false,
	} {
		if got := matches(header, etag); got != want {
			t.Errorf("%s: got %v, want %v", header, got, want)
		}
	}
}
