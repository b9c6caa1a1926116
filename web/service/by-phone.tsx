import { useRootData } from '#web/site/use-root-data.ts'
import { textLinkClasses } from '../ui/link.tsx'

/** How to book what is booked by telephone only: the number, which a press calls. */
export function ByPhone({ label, className = '' }: { label: string; className?: string }) {
  const { brand } = useRootData()
  if (!brand.tel) return null
  return (
    <p className={`flex flex-wrap items-center gap-x-2 ${className}`}>
      <span>{label}</span>
      <a href={`tel:${brand.tel}`} className={`${textLinkClasses} tabular`}>
        {brand.phone}
      </a>
    </p>
  )
}
