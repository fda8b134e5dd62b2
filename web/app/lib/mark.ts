import { createContext } from 'react'

/**
 * A random string used in one render. The server adds it to every script of its own and around markup that came from
 * outside, so that the security policy can distinguish the two; it is removed from the finished document.
 */
export const MarkContext = createContext<string | undefined>(undefined)
