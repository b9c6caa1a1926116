import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '../text.tsx'
import { useToast } from './toast.tsx'

/** Messages that outlive the page which caused them travel as a key in the address they leave for; `ms` as specified. */
const known: Record<string, { key: TextKey; ms: number }> = {
  'profile-updated': { key: 'shell.profileUpdated', ms: 5_000 },
  'signed-out': { key: 'shell.signedOut', ms: 5_000 },
}

export function Messages() {
  const t = useText()
  const tell = useToast()
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const said = useRef('')
  const message = search.get('message')
  useEffect(() => {
    if (message === null || said.current === key) return
    said.current = key
    const found = known[message]
    if (found) tell(t(found.key), found.ms)
    setSearch((current) => { current.delete('message'); return current }, { replace: true, preventScrollReset: true })
  }, [message, key, t, tell, setSearch])
  return null
}
