import type { IconNode } from 'lucide'
import { createElement } from 'react'

type IconProps = { of: IconNode; /** Pixels. */ size?: number; className?: string; /** Of 24 units that the icon is wide. */ strokeWidth?: number }

/** An icon of Lucide in the colour of the words around it. It tells nothing by itself: what it means stands beside it, or in a label. */
export const Icon = ({ of, size = 24, className, strokeWidth = 2 }: IconProps) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={strokeWidth} strokeLinecap="round" strokeLinejoin="round" className={className}>
    {of.map(([tag, shape], index) => createElement(tag, { key: index, ...shape }))}
  </svg>
)
