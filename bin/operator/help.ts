import type { Command } from './command.ts'

export const usageOf = ({ words, takes }: Command): string => ['bin/stamgast', ...words, ...takes].join(' ')

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  const lines = commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`)
  return ['The operator’s command line of Stamgast.', '', ...lines, '', 'Each takes --help. The settings are those of bin/start: DATA_DIR, DATABASE_URL, …'].join('\n')
}

export const helpOf = (command: Command): string => `${usageOf(command)}\n\n${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.\n${command.details}`
