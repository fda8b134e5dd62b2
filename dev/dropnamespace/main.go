// Command dropnamespace ADDR NAMESPACE deletes a namespace of the workflow engine
// with all its workflows. Runs of the browser stories end with it: each namespace
// left behind would cost the engine pollers.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"go.temporal.io/api/operatorservice/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: dropnamespace ADDR NAMESPACE")
		os.Exit(2)
	}
	if err := drop(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func drop(addr, namespace string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return fmt.Errorf("temporal at %s: %w", addr, err)
	}
	defer func() { _ = conn.Close() }()
	_, err = operatorservice.NewOperatorServiceClient(conn).DeleteNamespace(ctx,
		&operatorservice.DeleteNamespaceRequest{Namespace: namespace})
	if err != nil {
		return fmt.Errorf("delete namespace %s: %w", namespace, err)
	}
	return nil
}
