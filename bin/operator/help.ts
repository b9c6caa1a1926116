import type { Command } from './command.ts'

/** How a command is typed: `bin/stamgast tenant import FILE`. */
export const usageOf = ({ words, takes, options = {} }: Command): string => {
  const named = Object.entries(options).map(([name, value]) =>
    value === '' ? `[${name}]` : value.startsWith('[') ? `[${name} ${value.slice(1)}` : `${name} ${value}`,
  )
  return ['bin/stamgast', ...words, ...takes, ...named].join(' ')
}

/** All commands, one line each. */
export function overview(commands: readonly Command[]): string {
  // Its options are told by its own --help.
  const usages = commands.map((command) => {
    const { options: _options, ...brief } = command
    return usageOf(brief)
  })
  const width = Math.max(...usages.map((usage) => usage.length))
  const lines = commands.map(
    (command, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${command.summary}`,
  )
  return [
    'The operator’s command line of Stamgast.',
    '',
    ...lines,
    '',
    'Each takes --help. The settings are those of bin/start: DATA_DIR, DATABASE_URL, …',
  ].join('\n')
}

/** What `--help` says of one command. */
export const helpOf = (command: Command): string =>
  `${usageOf(command)}\n\n${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.\n${command.details}`
