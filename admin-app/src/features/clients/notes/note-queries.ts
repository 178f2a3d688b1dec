import { clientNoteApi, type NoteKind, notesPerPage } from '@agency/contract/client-notes'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, callQuery } from '../../../shared/call'

/** The name of each kind of note, on its button and above its text. */
export const kindLabels: Readonly<Record<NoteKind, string>> = {
  note: 'Note',
  call: 'Call',
  meeting: 'Meeting',
  text: 'Text message',
}

export const notesKey = (clientId: string) => ['client-notes', clientId] as const

/** The notes of a client, page by page: pinned ones first, then the newest. */
export const notesQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: [...notesKey(clientId), 'list'],
    queryFn: ({ signal, pageParam: offset }) =>
      call(clientNoteApi.list, { params: { id: clientId }, query: { offset }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) => (more ? pages.length * notesPerPage : undefined),
  })

export const noteHistoryQuery = (clientId: string, noteId: string) =>
  callQuery([...notesKey(clientId), 'history', noteId], clientNoteApi.history, { params: { id: clientId, noteId } })
