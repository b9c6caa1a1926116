import type { Command } from './command.ts'

/** The usage of a command: `bin/stamgast tenant import FILE`. */
export const usageOf = ({ name, positionals, options = {} }: Command): string => {
  const named = Object.entries(options).map(([option, value]) =>
    value === ''
      ? `[${option}]`
      : value.startsWith('[')
        ? `[${option} ${value.slice(1)}`
        : `${option} ${value}`,
  )
  return ['bin/stamgast', ...name, ...positionals, ...named].join(' ')
}

/** All commands, one line each. */
export function overview(commands: readonly Command[]): string {
  // The options are listed by the command's own --help.
  const usages = commands.map((command) => {
    const { options: _options, ...brief } = command
    return usageOf(brief)
  })
  const width = Math.max(...usages.map((usage) => usage.length))
  const lines = commands.map(
    (command, index) => `  ${(usages[index] ?? '').padEnd(width)}  ${command.summary}`,
  )
  return [
    'Operator commands of Stamgast.',
    '',
    ...lines,
    '',
    'Every command has --help. Settings are those of bin/start: DATA_DIR, DATABASE_URL, …',
  ].join('\n')
}

/** The output of a command's `--help`. */
export const helpOf = (command: Command): string =>
  `${usageOf(command)}\n\n${command.summary}.\n${command.details}`
