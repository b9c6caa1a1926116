import { use, useEffect, useEffectEvent, useRef } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '../text.tsx'
import { ButtonLink } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useToast } from './toast.tsx'

type Known = {
  as: 'toast' | 'success' | 'error'
  key: TextKey
  /** Milliseconds, where it is not the usual time. */ ms?: number
}

/** Messages that outlive the page which caused them travel as a key in the address they leave for. */
const known: Record<string, Known> = {
  'profile-updated': { as: 'toast', key: 'shell.profileUpdated' },
  'signed-out': { as: 'toast', key: 'shell.signedOut' },
  'visit-cancelled': { as: 'success', key: 'shell.visitCancelled' },
  'provider-denied': { as: 'error', key: 'error.providerDenied' },
  'provider-failed': { as: 'error', key: 'error.providerFailed' },
  'provider-over': { as: 'error', key: 'error.providerOver' },
  'provider-taken': { as: 'error', key: 'error.providerTaken' },
  'provider-linked': { as: 'toast', key: 'shell.providerLinked' },
  'password-updated': { as: 'toast', key: 'shell.passwordUpdated' },
  'sessions-ended': { as: 'toast', key: 'shell.sessionsEnded' },
  'passkey-renamed': { as: 'toast', key: 'shell.passkeyRenamed' },
  'passkey-removed': { as: 'toast', key: 'shell.passkeyRemoved' },
  'picture-updated': { as: 'toast', key: 'shell.pictureUpdated' },
  'picture-removed': { as: 'toast', key: 'shell.pictureRemoved' },
  'account-unlinked': { as: 'toast', key: 'shell.accountUnlinked' },
  'mobile-sent': { as: 'toast', key: 'shell.mobileSent' },
  'account-deleted': { as: 'success', key: 'shell.accountDeleted' },
  'email-changed': { as: 'toast', key: 'shell.emailChanged' },
  'password-reset': { as: 'toast', key: 'shell.passwordReset' },
  'reset-sent': { as: 'toast', key: 'shell.resetSent', ms: 3_000 },
  'magic-sent': { as: 'toast', key: 'shell.magicSent' },
  'magic-failed': { as: 'toast', key: 'shell.magicFailed', ms: 3_000 },
  'sign-in-again': { as: 'toast', key: 'shell.signInAgain', ms: 10_000 },
  'session-over': { as: 'toast', key: 'shell.sessionOver', ms: 10_000 },
  unavailable: { as: 'error', key: 'error.unavailable' },
}

/** How often it is looked whether the message can leave the address. */
const CLEAR_MS = 100

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
  // `useNavigation` knows of a form that was sent only once the page is drawn again.
  const router = use(UNSAFE_DataRouterContext)?.router
  const told = useRef<TextKey>(undefined)
  const arrived = useEffectEvent((text: TextKey) => {
    if (told.current !== text) tell(t(text), message?.ms)
    told.current = text
  })
  const clear = useEffectEvent(() => {
    // Another address would break off what the guest has just sent: it waits until nothing is on its way.
    if (router?.state.navigation.state === 'idle')
      setSearch(rest, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (toast) arrived(toast)
  }, [toast, key])
  useEffect(() => {
    if (!toast) return undefined
    const timer = setInterval(() => clear(), CLEAR_MS)
    return () => clearInterval(timer)
  }, [toast])
  if (!message) return null
  if (toast)
    return (
      <noscript>
        <p role="status" className="mx-auto w-full max-w-[72rem] bg-success-soft p-4 text-on-success-soft">
          {t(toast)}
        </p>
      </noscript>
    )
  return (
    <Dialog
      open
      title={t(message.as === 'error' ? 'error.title' : 'shell.done')}
      onClose={() => setSearch(rest, { replace: true, preventScrollReset: true })}
    >
      <p>{t(message.key)}</p>
      <ButtonLink to={{ pathname, search: rest.toString() }} replace preventScrollReset>
        {t('shell.ok')}
      </ButtonLink>
    </Dialog>
  )
}
