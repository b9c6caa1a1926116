import { Link, textLinkClasses } from '#web/ui/link.tsx'

/** A link below a form to its counterpart: sign-in or sign-up. */
export const AlternativeLink = ({ question, to, words }: { question: string; to: string; words: string }) => (
  <p className="mt-6 text-center">
    <span>{question}</span>{' '}
    <Link to={to} className={textLinkClasses}>
      {words}
    </Link>
  </p>
)
