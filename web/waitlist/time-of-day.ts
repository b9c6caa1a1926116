import { useFormat } from '../ui/format.ts'

/** Formats a time of day (`14:30`) as the page's language writes it: `14.30`. */
export function useTimeOfDay(): (text: string) => string {
  const { part } = useFormat()
  return (text) =>
    part(Date.parse(`2024-01-01T${text}Z`), {
      timeZone: 'UTC',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
}
