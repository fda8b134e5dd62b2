package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"

	"larek/internal/report"
	"larek/internal/seal"
)

// receiptPurpose is what the key of receipts is derived for.
const receiptPurpose = "receipt"

type receiptCommand struct {
	Key   receiptKeyCommand   `cmd:"" help:"Print the key with which anybody can check a delivery receipt."`
	Check receiptCheckCommand `cmd:"" help:"Tell whether a delivery receipt is ours, to the letter."`
}

type receiptKeyCommand struct{}

// Run needs the secret alone.
func (receiptKeyCommand) Run(sh *shell) error {
	key, err := receiptKey(sh)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(sh.out, "Ed25519", base64.StdEncoding.EncodeToString(key))
	return err
}

type receiptCheckCommand struct {
	File *os.File `arg:"" default:"-" help:"Where it is; standard input if not said."`
}

// Run needs the secret alone.
func (c *receiptCheckCommand) Run(sh *shell) error {
	key, err := receiptKey(sh)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(c.File, 64<<10))
	if err != nil {
		return err
	}
	if !report.IsReceipt(key, string(text)) {
		return errors.New("not a receipt of this shop, or changed since")
	}
	_, err = fmt.Fprintln(sh.out, "genuine")
	return err
}

func receiptKey(sh *shell) (ed25519.PublicKey, error) {
	cfg, err := readConfig(sh.env)
	if err != nil {
		return nil, err
	}
	secret, err := seal.ParseKey(cfg.Secret)
	if err != nil {
		return nil, err
	}
	return report.ReceiptKey(secret.For(receiptPurpose)).Public().(ed25519.PublicKey), nil
}
