import { runLine } from '#operator/commands/run-line.ts'
import { terminalAsk } from '#operator/commands/terminal.ts'

const ask = terminalAsk()
process.exitCode = await runLine(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  printLine: (text) => void process.stdout.write(`${text}\n`),
  printStatus: (text) => void process.stderr.write(`${text}\n`),
  input: process.stdin,
  ...(ask && { ask }),
})
