import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '../text.tsx'
import { ButtonLink } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useToast } from './toast.tsx'

type Known = { as: 'toast' | 'success' | 'error'; key: TextKey }

/** Messages that outlive the page which caused them travel as a key in the address they leave for. */
const known: Record<string, Known> = {
  'profile-updated': { as: 'toast', key: 'shell.profileUpdated' },
  'signed-out': { as: 'toast', key: 'shell.signedOut' },
  'visit-cancelled': { as: 'success', key: 'shell.visitCancelled' },
  unavailable: { as: 'error', key: 'error.unavailable' },
}

/** Shows the message that the address brought: in passing, or as the success or error modal. Without scripts it is a line on the page. */
export function Messages() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const { pathname, key } = useLocation()
  const tell = useToast()
  const named = search.get('message') ?? ''
  const message = Object.hasOwn(known, named) ? known[named] : undefined
  const toast = message?.as === 'toast' ? message.key : undefined
  const rest = new URLSearchParams(search)
  rest.delete('message')
  const arrived = useEffectEvent((text: TextKey) => {
    tell(t(text))
    setSearch(rest, { replace: true, preventScrollReset: true })
  })
  useEffect(() => { if (toast) arrived(toast) }, [toast, key])
  if (!message) return null
  if (toast) return <noscript><p role="status" className="mx-auto w-full max-w-[72rem] bg-success-soft p-4 text-on-success-soft">{t(toast)}</p></noscript>
  return (
    <Dialog open title={t(message.as === 'error' ? 'error.title' : 'shell.done')} onClose={() => setSearch(rest, { replace: true, preventScrollReset: true })}>
      <p>{t(message.key)}</p>
      <ButtonLink to={{ pathname, search: rest.toString() }} replace preventScrollReset>{t('shell.ok')}</ButtonLink>
    </Dialog>
  )
}
