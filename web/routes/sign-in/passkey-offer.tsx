import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { readChoice } from '#web/consent/choice.ts'
import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { onTheWay, standClear } from '#web/ui/stand-clear.ts'
import { useToast } from '#web/ui/toast.tsx'
import { useRootData } from '#web/use-root-data.ts'
import { hasOwnAuthenticator } from './authenticator.ts'
import { useNewPasskey } from './new-passkey.ts'

// The one remembers an answer, the other that this tab has asked.
const answeredKey = (uid: string) => `passkey-offer ${uid}`
const kept = (store: Storage, key: string) => { try { return store.getItem(key) !== null } catch { return true } }
const keep = (store: Storage, key: string) => { try { store.setItem(key, '1') } catch { /* A browser that keeps nothing is not asked at all. */ } }

/** Offers a passkey once to whoever has just signed in without one, on a device that can keep one. */
export default function PasskeyOffer() {
  const { brand, guest } = useRootData()
  return guest?.detailsPresent ? <OfferTo key={guest.uid} uid={guest.uid} counted={brand.counted} /> : null
}

function OfferTo({ uid, counted }: { uid: string; counted: boolean }) {
  const { data, load } = useFetcher<{ offer: boolean }>()
  const { pathname } = useLocation()
  const [closed, setClosed] = useState(false)
  const ask = useEffectEvent(async (key: string) => {
    // One question at a time: the other one stands where this would.
    if (onTheWay(pathname) || (counted && readChoice() === null)) return
    if (kept(localStorage, key) || kept(sessionStorage, key) || !(await hasOwnAuthenticator())) return
    keep(sessionStorage, key)
    await load('/profile/passkey')
  })
  useEffect(() => void ask(answeredKey(uid)), [uid, pathname])
  if (!data?.offer || closed || onTheWay(pathname)) return null
  const close = () => {
    keep(localStorage, answeredKey(uid))
    setClosed(true)
    // What had the focus goes: the next key goes on with the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return <Offer close={close} />
}

function Offer({ close }: { close: () => void }) {
  const t = useText()
  const tell = useToast()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => (strip.current ? standClear(strip.current) : undefined), [])
  const { state, begin } = useNewPasskey(() => {
    tell(t('shell.passkeyMade'))
    close()
  })
  return (
    <aside ref={strip} aria-labelledby="passkey-offer" className="no-print fixed inset-x-0 bottom-0 z-20 max-h-[50vh] overflow-y-auto border-t border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="mx-auto flex w-full max-w-[72rem] flex-wrap items-center gap-3 sm:px-2">
        <div className="min-w-60 grow">
          <h2 id="passkey-offer" className="text-lg">{t('shell.passkeyTitle')}</h2>
          <p className="text-muted">{t('shell.passkeyLead')}</p>
          <p role="status" className="font-medium text-danger">{state === 'failed' && t('shell.passkeyFailed')}</p>
        </div>
        <Button type="button" onClick={begin} aria-disabled={state === 'waiting'} aria-busy={state === 'waiting'}>{t('shell.passkeyMake')}</Button>
        <Button type="button" tone="secondary" onClick={close}>{t('shell.passkeyLater')}</Button>
      </div>
    </aside>
  )
}
