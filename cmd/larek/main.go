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

// commands is what the binary can do.
type commands struct {
	API     apiCommand     `cmd:"" name:"api" help:"Serve the API."`
	Worker  workerCommand  `cmd:"" help:"Run durable order flows."`
	Migrate migrateCommand `cmd:"" help:"Bring the database to the newest schema."`
	Seed    seedCommand    `cmd:"" help:"Fill an empty shop with believable goods."`
	Codes   codesCommand   `cmd:"" help:"Look after the stock of redeem codes."`
	Letters lettersCommand `cmd:"" help:"Look at the letters buyers get."`
	Receipt receiptCommand `cmd:"" help:"Receipts that goods were handed over."`
	Queue   queueCommand   `cmd:"" help:"What a person has to deliver."`
	User    userCommand    `cmd:"" help:"Accounts the operator makes."`
	SignIn  signInCommand  `cmd:"" name:"signin" help:"Where services may be used to sign in."`
	Keys    keysCommand    `cmd:"" help:"Keys that sign access tokens."`
	Doctor  doctorCommand  `cmd:"" help:"Check the surroundings and list calls that are not built yet."`
}

// shell is what a command may use of the world outside.
type shell struct {
	env func(string) string
	in  io.Reader
	out io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "larek:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, env func(string) string, out io.Writer) error {
	return runWith(ctx, args, env, os.Stdin, out)
}

// runWith is run for commands that read what must not be an argument.
func runWith(ctx context.Context, args []string, env func(string) string, in io.Reader, out io.Writer) error {
	parser, err := kong.New(&commands{}, kong.Name("larek"), kong.Description("Ларёк: the shop's backend."),
		kong.Writers(out, out), kong.UsageOnError())
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(&shell{env: env, in: in, out: out})
}
