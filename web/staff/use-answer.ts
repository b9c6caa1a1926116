import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The answer of a page's action until somebody goes on: React Router drops it where the page loads itself
 * again, as after every change of the schedule.
 */
export function useAnswer<A>(given: A | undefined): A | undefined {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, answer: given })
  if (given !== undefined && (given !== kept.answer || key !== kept.key)) setKept({ key, answer: given })
  return given ?? (kept.key === key ? kept.answer : undefined)
}
