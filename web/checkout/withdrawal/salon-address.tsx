import { useRootData } from '#web/site/use-root-data.ts'
import { textLinkClasses } from '#web/ui/link.tsx'

/** Where goods are sent back to, and whom to write to. */
export function SalonAddress() {
  const { brand } = useRootData()
  return (
    <address className="not-italic wrap-anywhere">
      <span className="block font-medium">{brand.companyname}</span>
      {brand.address && (
        <>
          <span className="block">{brand.address.street}</span>
          <span className="block">{`${brand.address.postalcode} ${brand.address.city}`}</span>
        </>
      )}
      <a href={`mailto:${brand.email}`} className={textLinkClasses}>
        {brand.email}
      </a>
    </address>
  )
}
