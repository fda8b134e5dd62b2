// Command pod prints the services of a compose file, each after those it needs, as lines
// of a name and the arguments of `podman run` in one network: for machines without Docker.
// Files the services read are written below a folder.
//
//	pod FILE FOLDER
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/graph"
	"github.com/compose-spec/compose-go/v2/types"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pod:", err)
		os.Exit(1)
	}
}

func run(file, folder string) error {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithOsEnv, cli.WithWorkingDirectory(filepath.Dir(file)))
	if err != nil {
		return err
	}
	p, err := options.LoadProject(context.Background())
	if err != nil {
		return err
	}
	for name, c := range p.Configs {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(c.Content), 0o644); err != nil { //nolint:gosec // read by the containers' users
			return err
		}
	}
	return graph.InDependencyOrder(context.Background(), p, func(_ context.Context, name string, s types.ServiceConfig) error {
		_, err := fmt.Println(name, quoted(arguments(p.Name, folder, s)))
		return err
	}, graph.WithMaxConcurrency(1))
}

func arguments(project, folder string, s types.ServiceConfig) []string {
	args := []string{"--name", project + "-" + s.Name}
	for _, name := range slices.Sorted(maps.Keys(s.Environment)) {
		if value := s.Environment[name]; value != nil {
			args = append(args, "--env", name+"="+*value)
		}
	}
	for _, v := range s.Volumes {
		args = append(args, "--volume", project+"-"+v.Source+":"+v.Target)
	}
	for _, c := range s.Configs {
		args = append(args, "--volume", filepath.Join(folder, c.Source)+":"+c.Target+":ro")
	}
	for _, c := range s.CapDrop {
		args = append(args, "--cap-drop", c)
	}
	for _, o := range s.SecurityOpt {
		args = append(args, "--security-opt", strings.TrimSuffix(o, ":true"))
	}
	if s.User != "" {
		args = append(args, "--user", s.User)
	}
	command := []string(s.Command)
	if len(s.Entrypoint) > 0 {
		args = append(args, "--entrypoint", s.Entrypoint[0])
		command = append(slices.Clone([]string(s.Entrypoint[1:])), command...)
	}
	return append(append(args, s.Image), command...)
}

// quoted returns words for a shell.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(list, " ")
}
