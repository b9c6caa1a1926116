import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '../ui/text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useToast } from '../ui/dialog/toast.tsx'

type MessageDisplay = {
  as: 'toast' | 'success' | 'error'
  key: TextKey
  /** Milliseconds, if not the default. */ ms?: number
}

/** Messages that outlive their page travel as a key in the URL of the next page. */
const messagesByKey: Record<string, MessageDisplay> = {
  'profile-updated': { as: 'toast', key: 'shell.profileUpdated' },
  'signed-out': { as: 'toast', key: 'shell.signedOut' },
  'change-accepted': { as: 'toast', key: 'shell.changeAccepted' },
  'visit-cancelled': { as: 'success', key: 'shell.visitCancelled' },
  'waitlist-joined': { as: 'toast', key: 'shell.waitlistJoined' },
  'waitlist-saved': { as: 'toast', key: 'shell.waitlistSaved' },
  'waitlist-paused': { as: 'toast', key: 'shell.waitlistPaused' },
  'waitlist-resumed': { as: 'toast', key: 'shell.waitlistResumed' },
  'waitlist-extended': { as: 'toast', key: 'shell.waitlistExtended' },
  'waitlist-deleted': { as: 'toast', key: 'shell.waitlistDeleted', ms: 2_000 },
  'waitlist-gone': { as: 'toast', key: 'shell.waitlistGone' },
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
  'account-made': { as: 'toast', key: 'shell.accountMade', ms: 10_000 },
  'email-changed': { as: 'toast', key: 'shell.emailChanged' },
  'password-reset': { as: 'toast', key: 'shell.passwordReset' },
  'reset-sent': { as: 'toast', key: 'shell.resetSent', ms: 3_000 },
  'magic-failed': { as: 'toast', key: 'shell.magicFailed', ms: 3_000 },
  'sign-in-again': { as: 'toast', key: 'shell.signInAgain', ms: 10_000 },
  'session-over': { as: 'toast', key: 'shell.sessionOver', ms: 10_000 },
  'other-guest': { as: 'error', key: 'shell.otherGuest' },
  unavailable: { as: 'error', key: 'error.unavailable' },
}

/** Ms after the last press until the message is removed from the URL. */
const CLEAR_MS = 100
/** Events that may start a navigation. */
const STARTING = ['click', 'submit'] as const

/**
 * Shows the message that the URL names: as a toast, or in a modal dialog. Without scripts it is a line on the
 * page.
 */
export function Messages() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const showToast = useToast()
  const messageKey = search.get('message') ?? ''
  const message = Object.hasOwn(messagesByKey, messageKey) ? messagesByKey[messageKey] : undefined
  const toast = message?.as === 'toast' ? message.key : undefined
  const rest = new URLSearchParams(search)
  rest.delete('message')
  const idle = useNavigation().state === 'idle'
  const show = useEffectEvent((text: TextKey) => showToast(t(text), message?.ms))
  const clear = useEffectEvent(() => setSearch(rest, { replace: true, preventScrollReset: true }))
  useEffect(() => {
    if (toast) show(toast)
  }, [toast])
  // A navigation here would cancel one that a form or link has just started; `useNavigation` has it a render
  // later.
  useEffect(() => {
    if (!toast || !idle) return undefined
    let timer = setTimeout(() => clear(), CLEAR_MS)
    const postpone = () => {
      clearTimeout(timer)
      timer = setTimeout(() => clear(), CLEAR_MS)
    }
    for (const event of STARTING) addEventListener(event, postpone, true)
    return () => {
      clearTimeout(timer)
      for (const event of STARTING) removeEventListener(event, postpone, true)
    }
  }, [toast, idle])
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
