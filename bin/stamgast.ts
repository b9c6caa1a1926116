import { runLine } from '#operator/commands/run-line.ts'
import { terminalAsk } from '#operator/command-line/prompt.ts'

// As by `bin/stamgast visit list TENANT | head`: the command finishes its work all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const ask = terminalAsk()
process.exitCode = await runLine(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  printLine: (text) => void process.stdout.write(`${text}\n`),
  printStatus: (text) => void process.stderr.write(`${text}\n`),
  input: process.stdin,
  ...(ask && { ask }),
})
