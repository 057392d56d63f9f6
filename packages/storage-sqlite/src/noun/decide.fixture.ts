/** New: `core/src/parcel/decide.ts`. */
import { accept, type Change, type Decision, type Key, reject, type View } from '@tallystick/core'
import { type PARCELS, type Parcel, parcelKey } from './table.fixture.js'

// The compiler reads the nouns without this one, so the types of its keys and changes are given here.
const key = (parcel: Pick<Parcel, 'tenant' | 'code'>) => parcelKey(parcel.tenant, parcel.code) as never as Key
const change = (type: keyof (typeof PARCELS)['types']['changes'], parcel: Parcel) =>
  ({ type, parcel }) as never as Change

export const pack = {
  needs: (parcel: Parcel): readonly Key[] => [key(parcel)],
  decide: (view: View, parcel: Parcel): Decision<null> =>
    view.find(key(parcel)) === undefined
      ? accept(null, [change('parcel.packed', parcel)])
      : reject('validation.failed', parcel.code),
}

/** Of an account that may be used. */
export const send = {
  needs: (parcel: Pick<Parcel, 'tenant' | 'code'>): readonly Key[] => [key(parcel)],
  decide(view: View, named: Pick<Parcel, 'tenant' | 'code'>): Decision<Parcel> {
    const parcel = view.find(key(named)) as Parcel | undefined
    if (parcel === undefined) return reject('validation.failed', named.code)
    if (view.account(parcel.tenant, parcel.account)?.active !== true)
      return reject('account.inactive', parcel.account)
    const sent: Parcel = { ...parcel, status: 'sent', note: 'on its way' }
    return accept(sent, [change('parcel.sent', sent)])
  },
}
