import type { ContactPhone } from '#domain/phone.ts'
import { textLinkClasses } from '../ui/link.tsx'

/** A number, which a press calls. */
export const PhoneLink = ({ phone: { text, tel } }: { phone: ContactPhone }) => (
  <a href={`tel:${tel}`} className={`${textLinkClasses} tabular`}>
    {text}
  </a>
)
