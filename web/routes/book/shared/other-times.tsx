import { useEffect, useRef } from 'react'
import { useText } from '#web/ui/text.tsx'
import type { Offer } from './load-times.ts'
import { TimeButton, type Offering } from './time-button.tsx'

type OtherTimesProps = {
  title: string
  about: string
  offers: Offer[]
  offering: Offering
  busy: boolean
  pressed: string | null
}

/**
 * The chosen time is refused: an explanation and the nearest alternatives. Takes the focus, since it responds
 * to a press.
 */
export function OtherTimes({ title, about, offers, offering, busy, pressed }: OtherTimesProps) {
  const t = useText()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus(), [offers])
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="other-times"
      className="mb-8 rounded-xl border border-line bg-surface p-4 outline-none sm:p-6"
    >
      <h2 id="other-times" className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-muted">{about}</p>
      {offers.length > 0 && <h3 className="mt-4 text-lg">{t('book.nearest')}</h3>}
      <Offers offers={offers} offering={offering} busy={busy} pressed={pressed} />
    </section>
  )
}

/**
 * A few times, possibly on different days. `formAction` is set if they belong to another selection than the
 * page's.
 */
export const Offers = ({
  offers,
  offering,
  busy,
  pressed,
  formAction,
}: Omit<OtherTimesProps, 'title' | 'about'> & { formAction?: string }) => (
  <ul className="mt-3 grid gap-2">
    {offers.map(({ start, end, members, price, spread }) => (
      <li key={start}>
        <TimeButton
          start={start}
          end={end}
          members={members}
          price={price}
          spread={spread}
          offering={offering}
          busy={busy}
          pressed={pressed === String(start)}
          formAction={formAction}
        />
      </li>
    ))}
  </ul>
)
