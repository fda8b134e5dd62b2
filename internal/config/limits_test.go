package config_test

import (
	"testing"

	"larek/internal/config"
)

func TestLimits(t *testing.T) {
	t.Parallel()
	l, err := config.ParseLimits("32,rokky:4")
	if err != nil || l.Of("rokky") != 4 || l.Of("moogold") != 32 {
		t.Errorf("got %v, %d for rokky and %d for others, want 4 and 32", err, l.Of("rokky"), l.Of("moogold"))
	}
	for _, bad := range []string{"", "0", "-1", "many", "rokky:4", "4,5", "4,rokky", "4,rokky:0"} {
		if _, err := config.ParseLimits(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
