package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// stages are the processes an order passes through, in the order they are printed.
var stages = []string{"API", "worker", "sandbox", "shop's database", "engine", "engine's databases", "rest of PostgreSQL"}

// stageOf names the stage of a process by its command line; empty for those of others.
func (b *harness) stageOf(cmdline string) string {
	program, _, _ := strings.Cut(cmdline, " ")
	database := b.pool.Config().ConnConfig.Database
	switch {
	case strings.HasSuffix(program, "/bin/larek") && strings.HasPrefix(program, b.home) && strings.HasSuffix(cmdline, " api"):
		return "API"
	case strings.HasSuffix(program, "/bin/larek") && strings.HasPrefix(program, b.home) && strings.HasSuffix(cmdline, " worker"):
		return "worker"
	case strings.HasPrefix(program, b.home) && strings.HasSuffix(program, "/bin/sandbox"):
		return "sandbox"
	case strings.HasSuffix(program, "temporal-server"):
		return "engine"
	case strings.HasPrefix(cmdline, "postgres: ") && strings.Contains(cmdline, " "+database+" "):
		return "shop's database"
	case strings.HasPrefix(cmdline, "postgres: ") && strings.Contains(cmdline, " temporal"):
		return "engine's databases"
	case strings.HasPrefix(cmdline, "postgres: ") && (strings.Contains(cmdline, "walwriter") || strings.Contains(cmdline, "writer") || strings.Contains(cmdline, "checkpointer")):
		return "rest of PostgreSQL"
	}
	return ""
}

// cpuByStage returns how long each stage has been on a core since its processes started.
// It is empty where there is no /proc.
func (b *harness) cpuByStage() map[string]time.Duration {
	sums := map[string]time.Duration{}
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		raw, err := os.ReadFile(filepath.Join(dir, "cmdline")) //nolint:gosec // of the kernel
		if err != nil {
			continue
		}
		stage := b.stageOf(strings.TrimRight(strings.ReplaceAll(string(raw), "\x00", " "), " "))
		if stage == "" {
			continue
		}
		// All threads of the process; schedstat would be of its first one alone.
		stat, err := os.ReadFile(filepath.Join(dir, "stat")) //nolint:gosec // of the kernel
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		for _, i := range []int{11, 12} { // in user mode and in the kernel, in hundredths of a second
			ticks, _ := strconv.ParseInt(fields[i], 10, 64)
			sums[stage] += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sums
}

// cpuReport tells where the time of an order goes: what limits the rate on these cores.
func (m *delivering) cpuReport() {
	if len(m.cpu) == 0 {
		return
	}
	total, parts := 0.0, make([]string, 0, len(stages))
	for _, stage := range stages {
		per := ms(m.cpu[stage]) / float64(len(m.ourTimes))
		total += per
		parts = append(parts, fmt.Sprintf("%s %.1f", stage, per))
	}
	fmt.Fprintf(m.out, "  CPU of an order %.1f ms: %s\n", total, strings.Join(parts, ", "))
}
