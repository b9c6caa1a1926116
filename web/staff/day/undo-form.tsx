import { useEffect, useEffectEvent } from 'react'
import { useFetcher, useNavigate, useNavigation } from 'react-router'
import type { Refused } from '#web/staff/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormKey } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { useCountdown } from '#web/ui/time/use-countdown.ts'
import { rememberDone } from './last-done.ts'
import { RefusedChange } from './refused.tsx'

/** Takes back what was just done. `changes`: as `joinChanges`. */
export function UndoForm({ changes }: { changes: string }) {
  const busy = useNavigation().state !== 'idle'
  if (changes === '') return null
  return (
    <Form method="post" preventScrollReset>
      <Undo changes={changes} busy={busy} />
    </Form>
  )
}

function Undo({ changes, busy }: { changes: string; busy: boolean }) {
  const t = useText()
  return (
    <>
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="changes" value={changes} />
      <Button id="undo" tone="secondary" disabled={busy}>
        {t('staffDay.undo')}
      </Button>
    </>
  )
}

/** What an undo beside a result answers: where to go on, or why nothing was taken back. */
export type UndoAnswer = Refused & { next?: string }

type UndoBesideProps = {
  did: 'booked' | 'handedOver'
  /** Whose visits they are. */ words: string
  changes: string
  /** Until when, and the server's clock when it was done: epoch ms. */ until: number
  now: number
  /** Where to go on. */ to: string
}

/** The same beside a result that stays, with the seconds that are left: what is refused is said there. */
export function UndoBeside({ did, words, changes, until, now, to }: UndoBesideProps) {
  const t = useText()
  const left = useCountdown(until, now)
  const { data, state, Form: FetcherForm } = useFetcher<UndoAnswer>()
  const navigate = useNavigate()
  const goOn = useEffectEvent((next: string) => void navigate(next))
  const next = data?.next
  useEffect(() => {
    if (next) goOn(next)
  }, [next])
  const refused = data && !next
  const isOver = changes === '' || data !== undefined
  useEffect(() => {
    rememberDone(isOver ? null : { did, changes, until, of: '', words })
  }, [isOver, did, changes, until, words])
  return (
    <>
      {refused && <RefusedChange answer={data} />}
      {changes !== '' && left !== 0 && !refused && (
        <FetcherForm method="post" className="flex items-center gap-3">
          <FormKey />
          <input type="hidden" name="to" value={to} />
          {/* Without scripts the page itself goes on. */}
          {left !== null && <input type="hidden" name="beside" value="1" />}
          <Undo changes={changes} busy={state !== 'idle'} />
          {left !== null && (
            <span aria-hidden="true" className="tabular w-10 text-sm text-muted">
              {t('staffDay.seconds', { left })}
            </span>
          )}
        </FetcherForm>
      )}
    </>
  )
}
