import { CalendarCheck, Clock, MapPin } from 'lucide'
import type { ComponentType } from 'react'
import { buttonClasses } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Facts as FactsData } from './front.server.ts'

type Props = {
  facts: FactsData
  /** How the tenant's words are written here. */ Words: ComponentType<{ children: string }>
}

/** What a guest wants to know first, below the words of a front page's hero. Plain links: a block's HTML. */
export const Facts = ({ facts: { where, open, next }, Words }: Props) => (
  <div className="front-facts grid grid-cols-1 justify-items-start gap-1 empty:hidden">
    {next && (
      <a href={next.to} className={buttonClasses('secondary', false, 'mb-2 text-left')}>
        <Icon of={CalendarCheck} size={20} className="shrink-0" />
        <span className="tabular grid grid-cols-1">
          <span>{next.text}</span>
          <span className="text-sm font-normal text-muted">
            <Words>{next.service}</Words>
          </span>
        </span>
      </a>
    )}
    {open && (
      <p className="tabular flex min-h-8 items-center gap-2">
        <Icon of={Clock} size={18} className="shrink-0" />
        <span>{open}</span>
      </p>
    )}
    {where && (
      <a href={where.to} className="flex min-h-11 items-center gap-2 underline underline-offset-4">
        <Icon of={MapPin} size={18} className="shrink-0" />
        <span>{where.text}</span>
      </a>
    )}
  </div>
)
