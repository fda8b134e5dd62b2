// Command larek is the whole backend: one binary, one job per sub-command.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is the version of the binary, set by the linker (-X main.version=…). Orders
// are run by workers of one version after another.
var version = "dev"

// commands are the sub-commands of the binary.
type commands struct {
	API      apiCommand      `cmd:"" name:"api" help:"Serve the API."`
	Worker   workerCommand   `cmd:"" help:"Run the workflows of orders and the periodic work."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the database to the newest schema."`
	Seed     seedCommand     `cmd:"" help:"Fill an empty shop with demo goods, or with base data only."`
	Demo     demoCommand     `cmd:"" help:"Print the addresses of a demo (LAREK_DEMO), with a link into its console."`
	Archive  archiveCommand  `cmd:"" help:"What is fat and old, by month."`
	Codes    codesCommand    `cmd:"" help:"Manage the stock of redeem codes."`
	Letters  lettersCommand  `cmd:"" help:"Preview the e-mails buyers get."`
	Receipt  receiptCommand  `cmd:"" help:"Signed proofs of delivery."`
	Queue    queueCommand    `cmd:"" help:"Tasks that wait for an operator."`
	User     userCommand     `cmd:"" help:"Accounts the operator makes."`
	Staff    staffCommand    `cmd:"" help:"People who use the operator console."`
	Audit    auditCommand    `cmd:"" help:"What operators did."`
	Books    booksCommand    `cmd:"" help:"The books and their checkpoints."`
	Flows    flowsCommand    `cmd:"" help:"Workflows of orders."`
	Figures  figuresCommand  `cmd:"" help:"Sums the console shows."`
	Features featuresCommand `cmd:"" help:"Switches of new code: who owns each, until when."`
	Keys     keysCommand     `cmd:"" help:"Keys that sign access tokens and seal what is stored."`
	Doctor   doctorCommand   `cmd:"" help:"Check PostgreSQL, Redis, Temporal, the books and the suppliers."`
	Restored restoredCommand `cmd:"" help:"Prepare a database restored from a backup: skip numbers, hold codes that may have been shown."`
	Config   configCommand   `cmd:"" help:"Print all settings with secrets masked, and what is wrong with them."`
	Version  versionCommand  `cmd:"" help:"Print the version of this binary."`
}

type versionCommand struct{}

// Run prints the version alone, so that scripts can compare it.
func (versionCommand) Run(sh *cli) error {
	_, err := fmt.Fprintln(sh.out, version)
	return err
}

// cli is what a command may use of its environment.
type cli struct {
	env func(string) string
	in  io.Reader
	out io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	env, err := withSecrets(os.Getenv)
	if err == nil {
		err = run(ctx, os.Args[1:], env, os.Stdout)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "larek:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, env func(string) string, out io.Writer) error {
	return runWith(ctx, args, env, os.Stdin, out)
}

// runWith is run with a standard input, for commands that read values which must
// not be arguments.
func runWith(ctx context.Context, args []string, env func(string) string, in io.Reader, out io.Writer) error {
	parser, err := newParser(kong.Writers(out, out), kong.UsageOnError())
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(&cli{env: env, in: in, out: out})
}

// newParser returns the parser of the command line.
func newParser(options ...kong.Option) (*kong.Kong, error) {
	return kong.New(&commands{}, append(options, kong.Name("larek"), kong.Description("Ларёк: the shop's backend."))...)
}
