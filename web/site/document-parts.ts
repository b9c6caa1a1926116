import { createContext, type ReactNode } from 'react'

type Parts = { head: ReactNode; bodyEnd: ReactNode }

/** Elements that only the server renders, at the end of the head and of the body; null in the browser. */
export const DocumentParts = createContext<Parts>({ head: null, bodyEnd: null })
