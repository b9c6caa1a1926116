import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { passkeyLink } from '#contract/links.ts'
import { readChoice } from '../consent/choice.ts'
import { fetchRoute, lazyOptional } from '../ui/loading/lazy.tsx'
import { isInBookingFlow } from '../ui/reserve-bottom-space.ts'
import { useRootData } from '../site/use-root-data.ts'

// Loaded on demand: most guests get no offer on most pages.
const Strip = lazyOptional(() => import('./passkey-strip.tsx'))

// In localStorage: the guest has answered. In sessionStorage: this tab has asked.
const answeredKey = (uid: string) => `passkey-offer ${uid}`
const hasKey = (store: Storage, key: string) => {
  try {
    return store.getItem(key) !== null
  } catch {
    return true
  }
}
const saveKey = (store: Storage, key: string) => {
  try {
    store.setItem(key, '1')
  } catch {
    /* A browser without storage is never asked. */
  }
}

const hasOwnAuthenticator = async (): Promise<boolean> =>
  (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false

/**
 * Offers a passkey once to a guest who has just signed in without one, on a device with a platform
 * authenticator.
 */
export default function PasskeyOffer() {
  const { brand, guest } = useRootData()
  return guest?.detailsPresent ? <OfferTo key={guest.uid} uid={guest.uid} counted={brand.counted} /> : null
}

function OfferTo({ uid, counted }: { uid: string; counted: boolean }) {
  const { data, load } = useFetcher<{ offer: boolean }>()
  const { pathname } = useLocation()
  const [closed, setClosed] = useState(false)
  // A passkey that is made ends the offer, but on its page not what is said of it.
  const [offered, setOffered] = useState(false)
  const [madeOn, setMadeOn] = useState<string | null>(null)
  if (data?.offer && !offered) setOffered(true)
  if (madeOn !== null && madeOn !== pathname && !closed) setClosed(true)
  const offerOnce = useEffectEvent(async (key: string) => {
    // One prompt at a time: the consent banner has the same place.
    if (isInBookingFlow(pathname) || (counted && readChoice() === null)) return
    if (hasKey(localStorage, key) || hasKey(sessionStorage, key) || !(await hasOwnAuthenticator())) return
    saveKey(sessionStorage, key)
    await fetchRoute('routes/profile/passkey').then(
      () => load(passkeyLink()),
      () => {},
    )
  })
  useEffect(() => void offerOnce(answeredKey(uid)), [uid, pathname])
  if (!offered || closed || isInBookingFlow(pathname)) return null
  const made = () => {
    saveKey(localStorage, answeredKey(uid))
    setMadeOn(pathname)
  }
  const close = () => {
    saveKey(localStorage, answeredKey(uid))
    setClosed(true)
    // The focused button disappears: move the focus to the page, so that the next Tab continues there.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Suspense>
      <Strip made={madeOn !== null} onMade={made} close={close} />
    </Suspense>
  )
}
