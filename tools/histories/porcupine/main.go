// Checks a history (JSON lines, see ../history.ts) with porcupine: every wallet and every order. It prints a JSON line
// for each key: {"key":"w7/wallet","verdict":"linearizable"}. The models are those of ../models.ts, written anew.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

type input struct {
	Operation string
	Outcome   string
	Amount    int64
}

type output struct {
	Balance *int64  `json:"balance"`
	Status  *string `json:"status"`
	Refused string  `json:"refused"`
}

type line struct {
	Process   int    `json:"process"`
	Operation string `json:"operation"`
	Key       string `json:"key"`
	Input     struct {
		Amount int64 `json:"amount"`
	} `json:"input"`
	CallUs   int64   `json:"callUs"`
	ReturnUs *int64  `json:"returnUs"`
	Outcome  string  `json:"outcome"`
	Output   *output `json:"output"`
}

// wallet is the state of a wallet.
type wallet struct {
	open    bool
	balance int64
}

var walletModel = porcupine.Model{
	Init: func() interface{} { return wallet{} },
	Step: func(state, in, out interface{}) (bool, interface{}) {
		before, call, reply := state.(wallet), in.(input), out.(output)
		switch call.Operation {
		case "open":
			if before.open || reply.Balance == nil {
				return false, before
			}
			return true, wallet{true, *reply.Balance}
		case "read":
			return before.open && reply.Balance != nil && *reply.Balance == before.balance, before
		}
		if !before.open {
			return false, before
		}
		change := call.Amount
		if call.Operation == "spend" {
			change = -call.Amount
		}
		enough := before.balance+change >= 0 || change > 0
		after := wallet{true, before.balance + change}
		switch call.Outcome {
		case "failed":
			return !enough || reply.Refused != "INSUFFICIENT_FUNDS", before
		case "unknown":
			if !enough {
				return true, before
			}
			return true, after
		}
		return enough && (reply.Balance == nil || *reply.Balance == after.balance), after
	},
}

var orderModel = porcupine.Model{
	Init: func() interface{} { return "absent" },
	Step: func(state, in, out interface{}) (bool, interface{}) {
		before, call, reply := state.(string), in.(input), out.(output)
		status := ""
		if reply.Status != nil {
			status = *reply.Status
		}
		if call.Operation == "create" {
			return before == "absent" && (status == "pending" || status == "processing"), status
		}
		if call.Operation == "read" {
			ended := before == "processing" && (status == "completed" || status == "failed")
			return status == before || ended, status
		}
		if before == "absent" {
			return false, before
		}
		after := map[string]string{"pay": "processing", "cancel": "cancelled"}[call.Operation]
		if call.Outcome == "failed" {
			return before != "pending" || reply.Refused != "INVALID_STATE", before
		}
		if before == "pending" {
			return true, after
		}
		return call.Outcome == "unknown", before
	},
}

func main() {
	timeout := flag.Duration("timeout", time.Minute, "how long the check of one key may take")
	flag.Parse()
	if flag.NArg() != 1 {
		fail("usage: porcupine-check [-timeout 1m] <history file>")
	}
	byKey, err := read(flag.Arg(0))
	if err != nil {
		fail(err.Error())
	}
	keys := make([]string, 0, len(byKey))
	for key := range byKey {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	words := map[porcupine.CheckResult]string{
		porcupine.Ok: "linearizable", porcupine.Illegal: "not linearizable", porcupine.Unknown: "undecided",
	}
	out := json.NewEncoder(os.Stdout)
	for _, key := range keys {
		model := orderModel
		if strings.HasSuffix(key, "/wallet") {
			model = walletModel
		}
		result := porcupine.CheckOperationsTimeout(model, byKey[key], *timeout)
		_ = out.Encode(map[string]string{"key": key, "verdict": words[result]})
	}
}

// read returns the operations of a history file by key.
func read(path string) (map[string][]porcupine.Operation, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	byKey := map[string][]porcupine.Operation{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		var one line
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("line %d of the history: %w", number, err)
		}
		operation := porcupine.Operation{
			ClientId: one.Process,
			Input:    input{one.Operation, one.Outcome, one.Input.Amount},
			Call:     one.CallUs,
			Output:   output{},
			// An operation of unknown outcome may take effect after all others, which is the same as never.
			Return: math.MaxInt64,
		}
		if one.ReturnUs != nil {
			operation.Return = *one.ReturnUs
		}
		if one.Output != nil {
			operation.Output = *one.Output
		}
		byKey[one.Key] = append(byKey[one.Key], operation)
	}
	return byKey, lines.Err()
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
