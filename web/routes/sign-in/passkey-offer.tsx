import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { readChoice } from '#web/consent/choice.ts'
import { fetchRoute } from '#web/ui/fetched.tsx'
import { orNothing } from '#web/ui/or-nothing.ts'
import { onTheWay } from '#web/ui/stand-clear.ts'
import { useRootData } from '#web/use-root-data.ts'

// Most guests are asked nothing on most pages.
const Strip = orNothing(() => import('./passkey-strip.tsx'))

// The one remembers an answer, the other that this tab has asked.
const answeredKey = (uid: string) => `passkey-offer ${uid}`
const kept = (store: Storage, key: string) => {
  try {
    return store.getItem(key) !== null
  } catch {
    return true
  }
}
const keep = (store: Storage, key: string) => {
  try {
    store.setItem(key, '1')
  } catch {
    /* A browser that keeps nothing is not asked at all. */
  }
}

const hasOwnAuthenticator = async (): Promise<boolean> =>
  (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false

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
    await fetchRoute('routes/profile/passkey').then(
      () => load('/profile/passkey'),
      () => {},
    )
  })
  useEffect(() => void ask(answeredKey(uid)), [uid, pathname])
  if (!data?.offer || closed || onTheWay(pathname)) return null
  const close = () => {
    keep(localStorage, answeredKey(uid))
    setClosed(true)
    // What had the focus goes: the next key goes on with the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Suspense>
      <Strip close={close} />
    </Suspense>
  )
}
