import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSubmit } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import { meLink, newVisitLink } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Day } from './load-day.server.ts'

const keys: { key: string; text: TextKey }[] = [
  { key: 'n', text: 'staffDay.keyNew' },
  { key: '/', text: 'staffDay.keySearch' },
  { key: 't', text: 'staffDay.keyToday' },
  { key: '← →', text: 'staffDay.keyDays' },
  { key: '↑ ↓', text: 'staffDay.keyVisits' },
  { key: 'm', text: 'staffDay.keyMove' },
  { key: 'a', text: 'staffDay.keyArrived' },
  { key: 's', text: 'staffDay.keyStarted' },
  { key: 'd', text: 'staffDay.keyDone' },
  { key: 'z', text: 'staffDay.keyUndo' },
  { key: 'p', text: 'staffDay.keyPrint' },
  { key: '?', text: 'staffDay.keyHelp' },
]

const press = (selector: string, within: ParentNode = document) => {
  const found = within.querySelector<HTMLElement>(selector)
  found?.click()
  return found !== null
}

/** Single keys on the day's page, unless something is typed; a person can switch them off. */
export default function DayKeys({ day }: { day: Day }) {
  const t = useText()
  const navigate = useNavigate()
  const submit = useSubmit()
  const [helps, setHelps] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const busy =
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector('.review-bar, dialog[open], .held, .locked-screen')
    if (busy || target.closest('input, select, textarea, summary, [role="dialog"]')) return
    if (actionOf(event.key, target)) event.preventDefault()
  })
  /** @returns whether the key does something here. */
  function actionOf(key: string, target: HTMLElement): boolean {
    const visit = target.closest('[data-visit]')
    switch (key) {
      case 'n':
        return press('#new-visit')
      case '/':
        if (!day.may.book) return false
        void navigate(newVisitLink({ date: day.date }))
        return true
      case 't':
        return press('#day-today')
      case 'ArrowLeft':
        return press('#day-before')
      case 'ArrowRight':
        return press('#day-after')
      case 'ArrowDown':
        return visit !== null && focusVisit(visit, 1)
      case 'ArrowUp':
        return visit !== null && focusVisit(visit, -1)
      case 'm':
        return visit !== null && press('[data-move]', visit)
      case 'a':
        return step(visit, 'arrived')
      case 's':
        return step(visit, 'started')
      case 'd':
        return step(visit, 'done')
      case 'z':
        return press('#undo')
      case 'p':
        return press('[data-print]')
      case '?':
        setHelps(true)
        return true
      default:
        return false
    }
  }
  /** Says what has happened with the visit that has the focus. */
  function step(visit: Element | null, to: Progress): boolean {
    const id = visit?.getAttribute('data-visit')
    if (!id || !day.may.progress) return false
    void submit({ intent: 'progress', step: `${id} ${to}` }, { method: 'post', preventScrollReset: true })
    return true
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <p className="no-print hidden px-4 pb-4 sm:px-6 md:block">
        <button type="button" className={textLinkClasses} onClick={() => setHelps(true)}>
          {t('staffDay.keys')}
        </button>
      </p>
      <Dialog open={helps} title={t('staffDay.keys')} onClose={() => setHelps(false)}>
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
          {keys.map(({ key, text }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-control px-2 font-sans">{key}</kbd>
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">{t('staffDay.keyHeld')}</p>
        <Link to={meLink()} className={textLinkClasses}>
          {t('staffDay.keysOff')}
        </Link>
        <Button type="button" tone="secondary" onClick={() => setHelps(false)}>
          {t('shell.dismiss')}
        </Button>
      </Dialog>
    </>
  )
}

/** Moves the focus to the next visit that is shown, or the one before. */
function focusVisit(from: Element, by: number): boolean {
  const visits = [...document.querySelectorAll('[data-visit]')].filter((one) => one.clientHeight > 0)
  const next = visits[visits.indexOf(from) + by]?.querySelector('a')
  next?.focus()
  return next !== undefined
}
