import { useLocation } from 'react-router'
import { useRootData } from './use-root-data.ts'

/** The form that was drawn for another guest, on the page that returns it; null on every other page. */
export function useReturned() {
  const { returned } = useRootData()
  const { pathname } = useLocation()
  return returned?.path === pathname ? returned : null
}

/** What was typed into a field of such a form; undefined elsewhere. */
export const useReturnedText = (name: string): string | undefined =>
  useReturned()?.typed.find((one) => one.name === name)?.text
