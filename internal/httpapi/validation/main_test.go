package validation_test

import (
	"os"
	"testing"

	"larek/internal/httpapi/httpapitest"
)

func TestMain(m *testing.M) { os.Exit(httpapitest.Run(m)) }
