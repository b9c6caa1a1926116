import { CircleAlert, CircleCheck } from 'lucide'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Refused } from '../answer.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '#web/ui/text.tsx'
import { useCountdown } from '#web/ui/time/use-countdown.ts'
import { didTexts, readDone, undidTexts } from './done.ts'
import { rememberDone, useLastDone } from './last-done.ts'
import { UndoForm } from './undo-form.tsx'

type DoneBarProps = {
  /** The server's clock when the page's own data was loaded, epoch ms. */ now: number
  /** To the page's form, where the undo itself may have been refused. */ answer: Refused | undefined
  /** Whose visit it is, if the page knows it. */ wordsFor?: (visitId: string) => string | null
}

/**
 * Says what was just done, on this page or the one before, and takes it back as long as that is possible:
 * messages about it wait so long.
 */
export function DoneBar({ now, answer, wordsFor }: DoneBarProps) {
  const t = useText()
  const location = useLocation()
  const search = new URLSearchParams(location.search)
  const told = readDone(search)
  const last = useLastDone()
  const { did, changes, until, of } = told.did === null ? (last ?? told) : told
  const words = wordsFor?.(of) ?? (last?.changes === changes ? last.words : null)
  // Remembered addresses, and those of yesterday.
  const shown = did !== null && changes !== '' && until > now && answer?.of !== 'undo'
  const message = search.get('message') ?? ''
  const isOver = message === 'undone' || answer?.of === 'undo'
  useEffect(() => {
    if (isOver) rememberDone(null)
    else if (shown) rememberDone({ did, changes, until, of, words })
  }, [isOver, shown, did, changes, until, of, words])
  const ref = useRef<HTMLDivElement>(null)
  const was = useRef(false)
  // The button that was pressed is gone with its bar: the focus stays where it was.
  useEffect(() => {
    if (was.current && !shown && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true })
    was.current = shown
  }, [shown])
  return (
    <div ref={ref} role="status" tabIndex={-1} className="done-bar outline-none">
      {shown && <Bar key={changes} {...{ did, changes, until, now, words }} />}
      {!shown && isUndid(message) && <DoneNote key={location.key}>{t(undidTexts[message])}</DoneNote>}
    </div>
  )
}

const isUndid = (message: string): message is keyof typeof undidTexts => Object.hasOwn(undidTexts, message)

/** As long as what can be taken back. */
const NOTE_MS = 20_000

type NoteProps = { /** It was refused. */ failed?: boolean; children: ReactNode }

/** What came of an action, where nothing can be taken back; what is done goes by itself. */
export function DoneNote({ failed = false, children }: NoteProps) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = failed ? undefined : setTimeout(() => setOver(true), NOTE_MS)
    return () => clearTimeout(timer)
  }, [failed])
  if (isOver) return null
  const colours = failed ? 'border-danger bg-danger-soft text-on-danger-soft' : 'border-line bg-surface'
  return (
    <div className={`no-print flex items-center gap-3 rounded border px-4 py-3 ${colours}`}>
      <Icon of={failed ? CircleAlert : CircleCheck} size={22} className="shrink-0" />
      <p className="font-medium">{children}</p>
    </div>
  )
}

type BarProps = {
  did: keyof typeof didTexts
  words: string | null
  changes: string
  until: number
  now: number
}

function Bar({ did, words, changes, until, now }: BarProps) {
  const t = useText()
  // The page is loaded again meanwhile; the seconds count from when the bar appeared.
  const [shownAt] = useState(now)
  const left = useCountdown(until, shownAt)
  if (left === 0) return null
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-surface px-4 py-2">
      <p className="grow">
        <span className="font-medium">{t(didTexts[did])}</span> {words && <span>{words}</span>}
      </p>
      <UndoForm changes={changes} />
      {left !== null && (
        <span aria-hidden="true" className="tabular w-10 text-sm text-muted">
          {t('staffDay.seconds', { left })}
        </span>
      )}
    </div>
  )
}
