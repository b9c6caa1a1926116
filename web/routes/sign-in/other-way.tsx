import { Link } from '#web/ui/link.tsx'
import { linked } from './ways.ts'

/** Below a form: where somebody belongs who is on the wrong one of two pages. */
export const OtherWay = ({ question, to, words }: { question: string; to: string; words: string }) => (
  <p className="mt-6 text-center">
    {question}{' '}
    <Link to={to} className={linked}>
      {words}
    </Link>
  </p>
)
