import type { ReactNode } from 'react'

/** A titled part of a page. */
export const Card = ({
  id,
  title,
  lead,
  children,
}: {
  id?: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) => (
  <section id={id} className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8">
    <h2 className="text-2xl">{title}</h2>
    {lead && <p className="text-muted">{lead}</p>}
    {children}
  </section>
)
