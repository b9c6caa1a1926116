import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { appointmentsLink, loginLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { useRootData } from '../site/use-root-data.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Outcome, type Tone } from '../ui/outcome.tsx'
import { useText } from '../ui/text.tsx'

type Message = {
  key: TextKey
  /** `done` if not set. */ tone?: Tone
  /** A mail about it went to the guest. */ mailed?: true
  /** The step that follows, where the page does not begin with it. */ next?: { to: string; key: TextKey }
}

const logIn = { to: loginLink(), key: 'shell.login' } as const
const book = { to: appointmentsLink(), key: 'shell.book' } as const

/** Messages that outlive their page travel as a key in the URL of the next page. */
const messagesByKey: Record<string, Message> = {
  'profile-updated': { key: 'shell.profileUpdated' },
  'signed-out': { key: 'shell.signedOut', next: logIn },
  'change-accepted': { key: 'shell.changeAccepted' },
  'visit-cancelled': { key: 'shell.visitCancelled', mailed: true, next: book },
  'waitlist-joined': { key: 'shell.waitlistJoined' },
  'waitlist-saved': { key: 'shell.waitlistSaved' },
  'waitlist-paused': { key: 'shell.waitlistPaused' },
  'waitlist-resumed': { key: 'shell.waitlistResumed' },
  'waitlist-extended': { key: 'shell.waitlistExtended' },
  'waitlist-deleted': { key: 'shell.waitlistDeleted', next: book },
  'waitlist-gone': { key: 'shell.waitlistGone', tone: 'note' },
  'provider-denied': { key: 'error.providerDenied', tone: 'failed' },
  'provider-failed': { key: 'error.providerFailed', tone: 'failed' },
  'provider-over': { key: 'error.providerOver', tone: 'failed' },
  'provider-taken': { key: 'error.providerTaken', tone: 'failed' },
  'provider-linked': { key: 'shell.providerLinked', mailed: true },
  'password-updated': { key: 'shell.passwordUpdated', mailed: true },
  'sessions-ended': { key: 'shell.sessionsEnded' },
  'passkey-renamed': { key: 'shell.passkeyRenamed' },
  'passkey-removed': { key: 'shell.passkeyRemoved', mailed: true },
  'picture-updated': { key: 'shell.pictureUpdated' },
  'picture-removed': { key: 'shell.pictureRemoved' },
  'photo-added': { key: 'shell.photoAdded' },
  'photo-deleted': { key: 'shell.photoDeleted' },
  'photo-choice': { key: 'shell.photoChoice' },
  'account-unlinked': { key: 'shell.accountUnlinked', mailed: true },
  'mobile-sent': { key: 'shell.mobileSent' },
  'email-sent': { key: 'shell.emailSent' },
  'account-deleted': { key: 'shell.accountDeleted' },
  'account-created': { key: 'shell.accountCreated' },
  'account-made': { key: 'shell.accountMade' },
  'account-ready': { key: 'shell.accountReady' },
  'email-changed': { key: 'shell.emailChanged' },
  'email-confirmed': { key: 'shell.emailConfirmed' },
  'password-reset': { key: 'shell.passwordReset' },
  'reset-sent': { key: 'shell.resetSent' },
  'magic-failed': { key: 'shell.magicFailed', tone: 'failed' },
  'link-used': { key: 'error.linkUsed', tone: 'failed' },
  'link-taken': { key: 'error.linkTaken', tone: 'failed' },
  'sign-in-again': { key: 'shell.signInAgain', tone: 'note' },
  'session-ended': { key: 'shell.sessionEnded', tone: 'note' },
  'session-over': { key: 'shell.sessionOver', tone: 'note' },
  'other-guest': { key: 'shell.otherGuest', tone: 'failed' },
  unavailable: { key: 'error.unavailable', tone: 'failed' },
}

/** The message that the URL of this page names, or named; null once the guest has sent another form of it. */
function useNamedMessage(): { name: string; count: number } | null {
  const { pathname, search } = useLocation()
  const named = new URLSearchParams(search).get('message')
  const sending = useNavigation().formMethod === 'POST'
  const [last, setLast] = useState({ named, pathname, name: named, count: 0 })
  if (last.named !== named || last.pathname !== pathname) {
    const kept = last.pathname === pathname ? last.name : null
    setLast({ named, pathname, name: named ?? kept, count: last.count + (named === null ? 0 : 1) })
  } else if (sending && last.name !== null) setLast({ ...last, name: null })
  const { name, count } = last
  return name !== null && Object.hasOwn(messagesByKey, name) ? { name, count } : null
}

/** What came of the action that led to this page, above it. */
export function Messages() {
  const t = useText()
  const { guest } = useRootData()
  useBareUrl()
  const shown = useNamedMessage()
  const message = shown && messagesByKey[shown.name]
  if (!message) return null
  const { key, next, ...rest } = message
  const button = next && (
    <ButtonLink to={next.to} tone="secondary">
      {t(next.key)}
    </ButtonLink>
  )
  return (
    <div className="mx-auto w-full max-w-[72rem] px-4 pt-6 sm:px-6">
      <Outcome key={shown.count} {...rest} next={button}>
        {t(key, { email: guest?.email ?? '', mobile: guest?.mobile ?? '' })}
      </Outcome>
    </div>
  )
}

/** Ms until the message is removed from the URL, and after a press, of which a busy browser renders late. */
const CLEAR_MS = 100
const PRESSED_MS = 1_000
/** Events that may start a navigation. */
const STARTING = ['click', 'submit'] as const

/** Removes the message from the URL, so that neither a reload nor a form without an action says it again. */
function useBareUrl(): void {
  const [search, setSearch] = useSearchParams()
  const named = search.has('message')
  const idle = useNavigation().state === 'idle'
  const clear = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete('message')
    setSearch(rest, { replace: true, preventScrollReset: true })
  })
  // A navigation here would cancel one that a form or link has just started; `useNavigation` has it a render
  // later.
  useEffect(() => {
    if (!named || !idle) return undefined
    let timer = setTimeout(() => clear(), CLEAR_MS)
    const postpone = () => {
      clearTimeout(timer)
      timer = setTimeout(() => clear(), PRESSED_MS)
    }
    for (const event of STARTING) addEventListener(event, postpone, true)
    return () => {
      clearTimeout(timer)
      for (const event of STARTING) removeEventListener(event, postpone, true)
    }
  }, [named, idle])
}
