import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { lockLink, welcomeLink } from '#contract/links.ts'
import type { Right } from '#domain/staff/rights.ts'
import { useRootData } from '../site/use-root-data.ts'
import { Link, textLinkClasses } from '../ui/link.tsx'
import { fetchRoute } from '../ui/loading/lazy.tsx'
import { TextProvider, useText } from '../ui/text.tsx'
import { post } from './live.ts'
import { LockForm, type LockAnswer } from './lock-form.tsx'
import { pathAfterUnlock } from './return-path.ts'

/** Where the list of people could not be loaded. */
const RETRY_MS = 3_000

type LockData = { desk: Output<'getDesk'>; text: string }

/**
 * Covers a page whose desk device is locked. It stays as it is: whoever unlocks goes on with it, by their own
 * rights.
 */
export default function LockedScreen({ onUnlock }: { onUnlock: () => void }) {
  const { language } = useRootData()
  const { data, load, state } = useFetcher<LockData | null>()
  // Without a connection, who was there before can try again.
  const [shown, setShown] = useState<LockData | null>(null)
  if (data && data !== shown) setShown(data)
  useEffect(() => {
    if (data !== null || state !== 'idle') return undefined
    const again = setTimeout(() => void load(lockLink()), RETRY_MS)
    return () => clearTimeout(again)
  }, [data, load, state])
  useEffect(() => {
    // The server's own clock may have locked it already.
    const begin = () =>
      void Promise.allSettled([fetchRoute('routes/staff/lock'), post('lockDevice')]).then(() =>
        load(lockLink()),
      )
    begin()
    addEventListener('online', begin)
    return () => removeEventListener('online', begin)
  }, [load])
  return (
    shown && (
      <TextProvider language={language} more={shown.text}>
        <Locked desk={shown.desk} onUnlock={onUnlock} />
      </TextProvider>
    )
  )
}

function Locked({ desk: { name, people }, onUnlock }: { desk: LockData['desk']; onUnlock: () => void }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<LockAnswer>()
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const unlocked = useEffectEvent((rights: readonly Right[]) => {
    const next = pathAfterUnlock(pathname, rights)
    if (next !== pathname) void navigate(next)
    onUnlock()
  })
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (fetcher.data?.unlocked) unlocked(fetcher.data.rights ?? [])
  }, [fetcher.data])
  return (
    <div className="mx-auto grid w-full max-w-[32rem] gap-6 px-4 py-10 sm:px-6">
      <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {t('staffLock.title', { device: name })}
      </h1>
      <p className="text-muted">{t('staffLock.kept')}</p>
      <LockForm people={people} answer={fetcher.data} to={pathname + search} fetcher={fetcher} />
      <Link to={welcomeLink({ to: pathname + search })} className={textLinkClasses} reloadDocument>
        {t('staffLock.other')}
      </Link>
    </div>
  )
}
