package main

import (
	"context"
	"fmt"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
)

// histories passes every workflow as the engine stores it to each: its name, its
// attributes and each of its events. It returns how many there were, and bytes.
func histories(ctx context.Context, addr, namespace string, each func(place string, stored []byte)) (flows, size int, err error) {
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return 0, 0, fmt.Errorf("temporal at %s: %w", addr, err)
	}
	defer func() { _ = conn.Close() }()
	engine := workflowservice.NewWorkflowServiceClient(conn)
	var next []byte
	for {
		list, err := engine.ListWorkflowExecutions(ctx, &workflowservice.ListWorkflowExecutionsRequest{Namespace: namespace, NextPageToken: next})
		if err != nil {
			return 0, 0, fmt.Errorf("list the flows: %w", err)
		}
		for _, flow := range list.GetExecutions() {
			stored, err := proto.Marshal(flow)
			if err != nil {
				return 0, 0, err
			}
			events, err := eventsOf(ctx, engine, namespace, flow.GetExecution())
			if err != nil {
				return 0, 0, err
			}
			stored = append(stored, events...)
			each("the engine", stored)
			flows, size = flows+1, size+len(stored)
		}
		if next = list.GetNextPageToken(); len(next) == 0 {
			return flows, size, nil
		}
	}
}

func eventsOf(ctx context.Context, engine workflowservice.WorkflowServiceClient, namespace string, flow *commonpb.WorkflowExecution) ([]byte, error) {
	var all, next []byte
	for {
		page, err := engine.GetWorkflowExecutionHistory(ctx, &workflowservice.GetWorkflowExecutionHistoryRequest{
			Namespace: namespace, Execution: flow, NextPageToken: next,
		})
		if err != nil {
			return nil, fmt.Errorf("history of %s: %w", flow.GetWorkflowId(), err)
		}
		stored, err := proto.Marshal(page.GetHistory())
		if err != nil {
			return nil, err
		}
		all = append(all, stored...)
		if next = page.GetNextPageToken(); len(next) == 0 {
			return all, nil
		}
	}
}
