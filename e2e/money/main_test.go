package money_test

import (
	"os"
	"testing"

	"larek/e2e/shoptest"
)

func TestMain(m *testing.M) { os.Exit(shoptest.RunTests(m)) }
