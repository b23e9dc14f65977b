-- A document that came at the wrong moment was compared without fingerprints of its own, so no later one was compared with it.
update fingerprinted_documents set compared_at = null, runs = 0 where version = 0 and compared_at is not null;
