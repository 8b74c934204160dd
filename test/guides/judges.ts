/** Programs that let a verifier of the guides judge the vectors: a line `name: verdict` for each. */

export const JUDGE_PY = `
import json
import sys

from verify import is_genuine

for v in json.load(open(sys.argv[1], encoding="utf-8"))["vectors"]:
    body = bytes.fromhex(v["body_hex"]) if "body_hex" in v else v["body"].encode()
    genuine = is_genuine([v["header"]], body, v["secrets"], v["now"], v["tolerance_seconds"])
    print(f'{v["name"]}: {"accepted" if genuine else "refused"}')
`;

export const JUDGE_PHP = `<?php
require 'verify.php';
foreach (json_decode(file_get_contents($argv[1]), true)['vectors'] as $v) {
    $body = isset($v['body_hex']) ? hex2bin($v['body_hex']) : $v['body'];
    $genuine = is_genuine([$v['header']], $body, $v['secrets'], $v['now'], $v['tolerance_seconds']);
    echo $v['name'], ': ', $genuine ? 'accepted' : 'refused', "\\n";
}
`;

export const JUDGE_GO = `package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var all struct {
		Vectors []struct {
			Name, Header, Body string
			Body_hex           *string
			Secrets            []string
			Now                int64
			Tolerance_seconds  int64
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	for _, v := range all.Vectors {
		body := []byte(v.Body)
		if v.Body_hex != nil {
			body, _ = hex.DecodeString(*v.Body_hex)
		}
		verdict := "refused"
		if IsGenuine([]string{v.Header}, body, v.Secrets, v.Now, v.Tolerance_seconds) {
			verdict = "accepted"
		}
		fmt.Printf("%s: %s\\n", v.Name, verdict)
	}
}
`;
