import { createContext } from 'react'

/**
 * A random word known to one render alone. The server gives it to every script of its own and puts it around markup
 * that came from outside, so that the security policy can tell the two apart; it is gone from the finished document.
 */
export const MarkContext = createContext<string | undefined>(undefined)
