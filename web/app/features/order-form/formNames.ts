/** Names of the form's own buttons and hidden fields; the rest are those of the draft. */
export const intentField = 'intent'
export const promoIntent = 'promo'
export const pendingField = 'pending'
